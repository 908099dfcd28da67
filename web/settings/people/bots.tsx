import './people.css'
import { useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { botTypes, roles, type UserId } from '#contract'
import { reactivateUser } from '../../../src/features/people/users/api.ts'
import { deactivateBot, updateBot } from '../../../src/features/people/users/bot-api.ts'
import { botRoleError, canAdministerBot } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { SearchIndex } from '../../compose/typeahead/search.ts'
import { type Actions, Refusal, useActions } from '../../controls/actions.tsx'
import { amAdministrator } from '../../controls/own-role.ts'
import { Avatar } from '../../entities/avatar.tsx'
import { hrefOf } from '../../navigation/route.ts'
import { FilterField } from '../../parts/filter-field.tsx'
import { NearList, type RowPlace } from '../../parts/near-list.tsx'
import { oneself } from '../../permissions/rights.ts'
import { listKeys } from '../../shortcuts/list-keys.ts'
import { nameOf, people } from '../../store/people.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { inOrder } from './user-order.ts'

/** All bots for administrators, otherwise the user's own. */
export function Bots() {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const filter = useSignal('')
  const actions = useActions()
  const all = useComputed(() => {
    const bots = [...people.value.values()].filter(
      ({ is_bot, is_system_bot, is_automation }) => is_bot && !is_system_bot && !is_automation,
    )
    const mine = bots.filter(({ bot_owner_id }) => canAdministerBot(oneself(), { botOwnerId: bot_owner_id }))
    const named = inOrder(mine, 'name')
    return [...named.filter(({ is_active }) => is_active), ...named.filter(({ is_active }) => !is_active)]
  })
  const index = useComputed(
    () => new SearchIndex(all.value, (bot) => `${bot.full_name} ${nameOf(bot.bot_owner_id ?? 0)}`),
  )
  const shown = filter.value.trim() === '' ? all.value : index.value.find(filter.value).map(({ item }) => item)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div ref={list} onKeyDown={listKeys(list, field)}>
      {!amAdministrator() && <p class="soft small">{p.onlyOwnBots}</p>}
      <div class="filters-line">
        <FilterField filter={filter} label={p.filterBots} field={field} />
      </div>
      <p class="soft small list-line" role="status">
        {shown.length === 0 ? p.noBots : p.botCount(shown.length)}
      </p>
      <NearList
        items={shown}
        keyOf={({ user_id }) => user_id}
        row={(bot, place) => <BotRow bot={bot} place={place} actions={actions} />}
      />
    </div>
  )
}

const isWebhook = (type: number | null | undefined) =>
  type === botTypes.incomingWebhook || type === botTypes.outgoingWebhook

function BotRow({ bot, place, actions }: { bot: User; place: RowPlace; actions: Actions }) {
  const { user_id, full_name, bot_type, bot_owner_id, is_active, role } = bot
  const bot_id = user_id as UserId
  const isBusy = actions.isBusy(user_id)
  const owner = bot_owner_id ? p.ownedBy(nameOf(bot_owner_id)) : p.noOwner
  const given: number[] = Object.values(roles).filter((one) => botRoleError(oneself(), bot, one) === undefined)
  return (
    <li class="person-line" {...place}>
      <a data-target class="person-link" href={`#user/${user_id}`}>
        <Avatar userId={user_id} size={28} />
        <span class="words">
          <span class="name" dir="auto">
            {full_name}
          </span>
          <span class="detail soft" dir="auto">
            {[p.kinds[bot_type ?? 1], owner, !is_active && p.stopped].filter(Boolean).join(' · ')}
          </span>
        </span>
      </a>
      <Refusal text={actions.problem(user_id)} />
      {is_active && isWebhook(bot_type) && (
        <a
          class="button"
          aria-label={p.deliveriesOf(full_name)}
          href={hrefOf({ view: 'organization', section: 'integrations', detail: String(user_id) })}
        >
          {p.deliveries}
        </a>
      )}
      {is_active && amAdministrator() && (
        <select
          aria-label={p.roleOf(full_name)}
          value={role}
          disabled={isBusy || !given.includes(role as (typeof given)[number])}
          onChange={({ currentTarget }) => {
            const wanted = Number(currentTarget.value)
            currentTarget.value = String(role)
            actions.run(user_id, () => api.call(updateBot, { bot_id, role: wanted as 400 }))
          }}
        >
          {Object.entries(p.roles).map(([key, name]) => (
            <option key={key} value={key} disabled={!given.includes(Number(key))}>
              {name}
            </option>
          ))}
        </select>
      )}
      {is_active ? (
        <button
          type="button"
          class="button quiet"
          aria-label={p.stopBotName(full_name)}
          disabled={isBusy}
          onClick={() => actions.run(user_id, () => api.call(deactivateBot, { bot_id }))}
        >
          {p.stopBot}
        </button>
      ) : (
        amAdministrator() && (
          <button
            type="button"
            class="button"
            aria-label={p.bringBackName(full_name)}
            disabled={isBusy}
            onClick={() => actions.run(user_id, () => api.call(reactivateUser, { user_id: bot_id }))}
          >
            {p.bringBack}
          </button>
        )
      )}
    </li>
  )
}
