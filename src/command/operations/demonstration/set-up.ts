import { botTypes, roles } from '#contract'
import type { Account, Caller } from './caller.ts'
import type { Company } from './company.ts'

/** The company with the accounts created so far, by key. */
export interface Team {
  company: Company
  accounts: Map<string, Account>
  caller: Caller
  owner: Account
  password: string
}

export function accountOf({ accounts }: Pick<Team, 'accounts'>, key: string): Account {
  const found = accounts.get(key)
  if (!found) throw new Error(`The demonstration has no ${key} yet`)
  return found
}

/** The API's field type for short text. */
const shortText = 1

/**
 * Creates the initial people, bots, groups, folders, and channels.
 * @returns a function that creates the account of someone who joins later
 */
export async function setUpCompany(team: Team): Promise<(person: Company['people'][0]) => Promise<void>> {
  const { company, accounts, caller, owner, password } = team
  const field = await caller.call<{ id: number }>(owner, 'POST', '/realm/profile_fields', {
    ...{ field_type: shortText, name: 'Job title', display_in_profile_summary: true },
  })
  const describe = ({ key, title }: Company['people'][0]) =>
    caller.call(owner, 'PATCH', `/users/${accountOf(team, key).id}`, { profile_data: [{ id: field.id, value: title }] })

  const addPerson = async (person: Company['people'][0]) => {
    const { key, name, role } = person
    const email = `${key}@demo.example`
    const { user_id } = await caller.call<{ user_id: number }>(owner, 'POST', '/users', {
      ...{ email, full_name: name, password },
    })
    if (role !== 'member') await caller.call(owner, 'PATCH', `/users/${user_id}`, { role: roles[role] })
    const { api_key } = await caller.call<{ api_key: string }>(owner, 'POST', '/fetch_api_key', {
      ...{ username: email, password },
    })
    accounts.set(key, { id: user_id, name, email, apiKey: api_key })
    await describe(person)
  }

  const [founder, ...others] = company.people as [Company['people'][0], ...Company['people']]
  await describe(founder)
  for (const person of others) if (person.joins === undefined) await addPerson(person)
  await addBots(team)
  for (const { members, ...group } of company.groups)
    await caller.call(owner, 'POST', '/user_groups/create', {
      ...group,
      members: members.map((key) => accountOf(team, key).id),
    })
  await addChannels(team)

  return async (person) => {
    await addPerson(person)
    await caller.call(owner, 'POST', '/users/me/subscriptions', {
      subscriptions: company.channels.filter(({ members }) => !members).map(({ name }) => ({ name })),
      principals: [accountOf(team, person.key).id],
      send_new_subscription_messages: false,
    })
  }
}

async function addBots(team: Team): Promise<void> {
  const { company, accounts, caller } = team
  for (const { key, name, kind, owner } of company.bots) {
    const bot_type = kind === 'generic' ? botTypes.generic : botTypes.incomingWebhook
    const bot = await caller.call<{ user_id: number; api_key: string }>(accountOf(team, owner), 'POST', '/bots', {
      ...{ full_name: name, short_name: key, bot_type },
    })
    const { bots } = await caller.call<{ bots: { user_id: number; username: string }[] }>(
      accountOf(team, owner),
      'GET',
      '/bots',
    )
    const email = bots.find(({ user_id }) => user_id === bot.user_id)?.username as string
    accounts.set(key, { id: bot.user_id, name, email, apiKey: bot.api_key })
  }
}

async function addChannels(team: Team): Promise<void> {
  const { company, accounts, caller, owner } = team
  const folders = new Map<string, number>()
  for (const folder of company.folders) {
    const { channel_folder_id } = await caller.call<{ channel_folder_id: number }>(
      owner,
      'POST',
      '/channel_folders/create',
      folder,
    )
    folders.set(folder.name, channel_folder_id)
  }
  const staff = company.people.filter(({ key, role }) => role !== 'guest' && accounts.has(key)).map(({ key }) => key)
  const { streams } = await caller.call<{ streams: { name: string; stream_id: number }[] }>(owner, 'GET', '/streams')
  for (const { name, description, folder, members, guests = [] } of company.channels) {
    const subscribers = [...(members ?? staff), ...guests].map((key) => accountOf(team, key).id)
    const folder_id = folders.get(folder)
    const made = streams.find((channel) => channel.name === name)
    if (!made)
      await caller.call(owner, 'POST', '/channels/create', {
        ...{ name, description, folder_id, subscribers, invite_only: members !== undefined },
        send_new_subscription_messages: false,
      })
    else {
      await caller.call(owner, 'PATCH', `/streams/${made.stream_id}`, { description, folder_id })
      await caller.call(owner, 'POST', '/users/me/subscriptions', {
        ...{ subscriptions: [{ name }], principals: subscribers, send_new_subscription_messages: false },
      })
    }
  }
}
