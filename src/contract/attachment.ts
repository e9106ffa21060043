import { endpoint } from './endpoint.ts';
import { AttachmentSummary } from './message.ts';

/** The largest file that can be uploaded, in MiB. */
export const maxFileMiB = 25;

/** The service’s calls about attachments. */
export const attachment = {
  create: endpoint({
    method: 'POST',
    path: '/attachments',
    summary: `Upload a file (multipart, one part named file, at most ${maxFileMiB} MiB)`,
    allows: 'caller',
    gives: 'one',
    status: 201,
    answer: AttachmentSummary,
    multipart: true,
    extension: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/attachments/{attachment_id}',
    summary: 'Describe an attachment',
    allows: 'caller',
    gives: 'one',
    status: 200,
    answer: AttachmentSummary,
    extension: true,
  }),
  content: endpoint({
    method: 'GET',
    path: '/attachments/{attachment_id}/content',
    summary: 'Download an attachment',
    allows: 'caller',
    gives: 'raw',
    status: 200,
    extension: true,
  }),
};
