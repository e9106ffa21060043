import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { question } from '../../keys/one-box.ts';
import { countedKept } from '../../state/world/elsewhere.ts';
import type { World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';

const claim = question({
  id: 'kept.claim',
  title: () => t`Is this yours?`,
  lines: ({ world }) => [
    ...unsigned(world).map(kept => t`${countedKept(kept)} of ${kept.whose}: it is not noted whose.`),
    t`They would be sent as yours${world.me ? t`, ${world.me.name}` : t``}.`,
  ],
  verb: t`take them up`,
  answer: desk => desk.hooks.claimKept?.(),
});

export const keptClaim: Action<'kept.claim'> = {
  id: 'kept.claim',
  title: t`Claim drafts and changes…`,
  help: t`Claims drafts and changes without an owner as yours`,
  writes: true,
  unavailable: world => (unsigned(world).length === 0 ? t`All that is kept here has an owner.` : undefined),
  run: desk => begin(desk, claim),
  flows: [claim],
};

function unsigned({ keptElsewhere }: World) {
  return keptElsewhere.filter(({ kind }) => kind === 'unsigned');
}
