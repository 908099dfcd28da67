import { Fragment } from 'preact'
import type { Reaction } from '../../src/features/messages/messages/wire.ts'
import { Emoji } from '../emoji/emoji.tsx'
import { part } from '../store/connection.ts'
import { nameOf, ownId } from '../store/people.ts'
import { t } from '../texts/index.ts'

const settings = part<{ display_emoji_reaction_users?: boolean }>('user_settings')
/** Up to this many reactions, show names instead of a count. */
const maxNamed = 3

interface Props {
  readonly messageId: number
  readonly reactions: readonly Reaction[]
}

/** Reactions by emoji, oldest first. Each is a button that adds or removes your own. */
export const Reactions = ({ messageId, reactions }: Props) => {
  const kinds = new Map<string, Reaction[]>()
  for (const one of reactions) {
    const key = `${one.reaction_type} ${one.emoji_code}`
    kinds.set(key, [...(kinds.get(key) ?? []), one])
  }
  const showsNames = reactions.length <= maxNamed && (settings.value?.display_emoji_reaction_users ?? true)
  return (
    <ul class="reactions">
      {[...kinds].map(([key, all]) => {
        const [first] = all
        if (!first) return null
        const own = all.find(({ user_id }) => user_id === ownId.value)
        const isOwn = own !== undefined
        const inOrder = own ? [own, ...all.filter((one) => one !== own)] : all
        const names = inOrder.map((one) => (one === own ? t.youFirst : nameOf(one.user_id)))
        const acting = inOrder.map(({ agent }, at) => names[at] + (agent ? ` (${t.byAgent(agent)})` : ''))
        const text = t.reactedBy(acting, first.emoji_name.replaceAll('_', ' '))
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={isOwn}
              // each name has a card of its own
              title={showsNames ? undefined : text}
              onClick={() =>
                void import('../emoji/reacting.ts').then(({ toggleReaction }) => toggleReaction(messageId, first))
              }
            >
              <span class="sign" aria-hidden="true">
                <span title={showsNames ? text : undefined}>
                  <Emoji emoji={first} />
                </span>{' '}
                <span class="by">
                  {showsNames
                    ? inOrder.map(({ user_id }, at) => (
                        <Fragment key={user_id}>
                          {at > 0 && t.separator}
                          <span data-person={user_id}>{names[at]}</span>
                        </Fragment>
                      ))
                    : all.length}
                </span>
              </span>
              <span class="visually-hidden">{text}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
