import { answers, endpoint } from './endpoint.ts';
import { AttachmentSummary } from './message.ts';

/** The largest file that can be uploaded, in MiB. */
export const MAX_FILE_MIB = 25;

/** The service’s calls about attachments. */
export const attachment = {
  create: endpoint('POST /attachments', {
    summary: `Upload a file (multipart, one part named file, at most ${MAX_FILE_MIB} MiB)`,
    description:
      'Name its id in a message or a note within 24 hours, otherwise it is deleted. A caller can have 1 GiB of such ' +
      'files; more is 413.',
    ...answers.created,
    answer: AttachmentSummary,
    multipart: true,
    extension: true,
  }),
  get: endpoint('GET /attachments/{attachment_id}', {
    summary: 'Describe an attachment',
    description: 'An agent sees its own uploads, and the attachments of messages and notes that it may see.',
    ...answers.one,
    answer: AttachmentSummary,
    extension: true,
  }),
  content: endpoint('GET /attachments/{attachment_id}/content', {
    summary: 'Download an attachment',
    description:
      'The answer is the file itself, with its own media type, to be saved and not shown by a browser. `Range: ' +
      'bytes=100-` with the ETag in `If-Range` resumes it. Several ranges at once are answered with the whole file.',
    allows: 'caller',
    gives: 'raw',
    media: '*/*',
    ranged: true,
    status: 200,
    extension: true,
  }),
};
