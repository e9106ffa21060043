import type { attachment as endpoints } from '../../contract/attachment.ts';
import { attachmentAnswer, insertAttachment, isFileNamed, requireAttachment } from '../model/message/attachment.ts';
import { checkQuota, noteUpload, type Upload } from '../model/message/upload.ts';
import { readTransaction } from '../model/transaction.ts';
import type { Work } from '../model/work.ts';
import type { Handlers, LooseCall } from './call.ts';
import { concurrent } from './concurrent.ts';
import type { CenterContext } from './context.ts';

/** Removes the file of a refused upload, unless an attachment has the same content. */
async function letGo({ store, files }: CenterContext, { hash, keptAt }: Upload): Promise<void> {
  if (!(await isFileNamed(store.reader, hash))) await files.remove([{ hash, usedAt: keptAt }]);
}

async function create(call: LooseCall<typeof endpoints.create>) {
  const { caller, context } = call;
  await checkQuota(context.store.reader, caller.key, call.upload.saidSize());
  const upload = await call.upload.receive();
  const { name, contentType, hash, size, keptAt } = upload;
  const store = async (work: Work) => {
    await work.concurrent?.lock(`uploads of ${caller.key}`);
    await checkQuota(work.db, caller.key, size);
    const row = await insertAttachment(work.db, {
      name,
      content_type: contentType,
      size,
      hash,
      agent_id: caller.agentId,
      created_at: keptAt,
    });
    await noteUpload(work, row.id, caller.key, size);
    return { data: attachmentAnswer(row) };
  };
  try {
    return await call.write(store, `${name}\n${contentType}\n${hash}`);
  } catch (error) {
    await letGo(context, upload);
    throw error;
  }
}

async function content(call: LooseCall<typeof endpoints.content>) {
  return {
    file: await readTransaction(call.context, ({ db }) =>
      requireAttachment(db, call.caller, call.params.attachment_id),
    ),
  };
}

export const attachmentHandlers: Handlers['attachment'] = {
  create: concurrent({ loose: create }),
  get: async call => ({
    data: attachmentAnswer(await requireAttachment(call.db, call.caller, call.params.attachment_id)),
  }),
  content: { loose: content },
};
