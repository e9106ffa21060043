import type { attachment as endpoints } from '../../contract/attachment.ts';
import { namesEtag } from '../http/etag.ts';
import { receiveUpload, saidSize, type Upload } from '../http/upload.ts';
import { attachmentAnswer, requireAttachment } from '../model/message/attachment.ts';
import { checkQuota, noteUpload } from '../model/message/upload.ts';
import { notFound } from '../model/problem.ts';
import { read } from '../model/transaction.ts';
import type { Work } from '../model/work.ts';
import type { Handlers, LooseCall } from './call.ts';
import type { CenterParts } from './parts.ts';

/** The file of an upload that was refused goes, unless an attachment has the same content. */
const letGo = async ({ store, files }: CenterParts, { hash, keptAt }: Upload): Promise<void> => {
  const named = await store.reader.selectFrom('attachment').select('id').where('hash', '=', hash).executeTakeFirst();
  if (!named) await files.remove([{ hash, usedAt: keptAt }]);
};

const create = async (call: LooseCall<typeof endpoints.create>) => {
  const { caller, parts, request } = call;
  await checkQuota(parts.store.reader, caller.key, saidSize(request));
  const upload = await receiveUpload(request, parts.files);
  const { name, contentType, hash, size, keptAt } = upload;
  const store = async (work: Work) => {
    await checkQuota(work.db, caller.key, size);
    const row = await work.db
      .insertInto('attachment')
      .values({ name, content_type: contentType, size, hash, agent_id: caller.agentId, created_at: keptAt })
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteUpload(work, row.id, caller.key, size);
    return { data: attachmentAnswer(row) };
  };
  try {
    return await call.write(store, `${name}\n${contentType}\n${hash}`);
  } catch (error) {
    await letGo(parts, upload);
    throw error;
  } finally {
    parts.sweep.uploaded();
  }
};

/** The name in both forms that readers of the header know: plain ASCII, and all of Unicode. */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

const content = async (call: LooseCall<typeof endpoints.content>) => {
  const row = await read(call.parts, ({ db }) => requireAttachment(db, call.caller, call.params.attachment_id));
  const headers = {
    etag: `"${row.hash.slice(0, 22)}"`,
    'content-type': row.content_type,
    'content-length': String(row.size),
    'content-disposition': disposition(row.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  };
  const known = call.request.headers.get('if-none-match');
  if (known !== null && namesEtag(known, row.hash.slice(0, 22)))
    return new Response(null, { status: 304, headers: { etag: headers.etag } });
  const body = await call.parts.files.open(row.hash);
  if (!body) throw notFound('file: it is missing on the disk of the help center');
  return new Response(body, { headers });
};

export const attachment: Handlers['attachment'] = {
  create: { loose: create },
  get: async call => ({
    data: attachmentAnswer(await requireAttachment(call.db, call.caller, call.params.attachment_id)),
  }),
  content: { loose: content },
};
