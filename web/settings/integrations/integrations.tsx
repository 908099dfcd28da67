import '../people/people.css'
import './running.css'
import { botTypes } from '#contract'
import { canAdministerBot } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Avatar } from '../../entities/avatar.tsx'
import { isSettings } from '../../narrow/settings-addresses.ts'
import { hrefOf, route } from '../../navigation/route.ts'
import { Icon } from '../../parts/icon.tsx'
import { oneself } from '../../permissions/rights.ts'
import { nameOf, people, person } from '../../store/people.ts'
import { p } from '../../texts/people-settings.ts'
import { r } from '../../texts/running.ts'
import { inOrder } from '../people/user-order.ts'
import { Deliveries } from './deliveries.tsx'

const isWebhook = ({ bot_type }: User) => bot_type === botTypes.incomingWebhook || bot_type === botTypes.outgoingWebhook
const isMine = ({ bot_owner_id }: User) => canAdministerBot(oneself(), { botOwnerId: bot_owner_id })
const hrefOfBot = (id: number | '') => hrefOf({ view: 'organization', section: 'integrations', detail: String(id) })

export function Integrations() {
  const { value } = route
  const id = isSettings(value) && /^\d+$/.test(value.detail) ? Number(value.detail) : undefined
  const open = id === undefined ? undefined : person(id)
  if (open && isWebhook(open) && isMine(open))
    return (
      <>
        <a class="integrations-back" href={hrefOfBot('')}>
          <Icon name="chevron" /> {r.allIntegrations}
        </a>
        <Deliveries key={open.user_id} bot={open} />
      </>
    )
  const bots = inOrder(
    [...people.value.values()].filter((one) => one.is_active && isWebhook(one) && isMine(one)),
    'name',
  )
  return (
    <>
      <p class="lead">{r.help.integrations}</p>
      {bots.length === 0 ? (
        <p class="soft list-empty">{r.noIntegrations}</p>
      ) : (
        <ul class="records" aria-label={r.integrations}>
          {bots.map(({ user_id, full_name, bot_type, bot_owner_id }) => (
            <li key={user_id} class="is-line">
              <Avatar userId={user_id} size={28} />
              <div class="record-words">
                <span class="name" dir="auto">
                  {full_name}
                </span>
                <span class="soft small" dir="auto">
                  {bot_type === botTypes.incomingWebhook ? r.incoming : r.outgoing} ·{' '}
                  {bot_owner_id ? p.ownedBy(nameOf(bot_owner_id)) : p.noOwner}
                </span>
              </div>
              <a class="button" href={hrefOfBot(user_id)} aria-label={r.showOf(full_name)}>
                {r.show}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
