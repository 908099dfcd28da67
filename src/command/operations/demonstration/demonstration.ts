import { createHttp } from '#platform/http'
import { Runtime } from '#platform/runtime'
import { foundersDefaults } from '../../../features/people/user-settings/settings.ts'
import { createOrganization, type NewOrganization } from '../organizations.ts'
import { byTime, Calendar } from './calendar.ts'
import { Caller } from './caller.ts'
import { type Company, readCompany } from './company.ts'
import { Conversation } from './conversation.ts'
import { addPersonalThings } from './personal.ts'
import { setUpCompany } from './set-up.ts'

/** The company's age at its first message, and the age of its newest message. */
const minutesBefore = 60
const newestMinutesAgo = 2

/**
 * Creates a demonstration organization through the API, as its people, on a second server whose clock shows each
 * message's time. Both use the same database; this server then loads the organization.
 */
export async function loadDemonstration(
  { config, db, features, rootUrl, now }: Runtime,
  { subdomain, password }: { subdomain: string; password: string },
): Promise<NewOrganization & { people: string[] }> {
  const company = await readCompany()
  const end = now().getTime() - newestMinutesAgo * 60_000
  const [first, last] = extent(company)
  const calendar = new Calendar(last, end)
  let time = calendar.at(first) - minutesBefore * 60_000
  const quiet = { ...config, rateLimits: 'off', logLevel: 'silent' } as const
  const runtime = new Runtime({ config: quiet, db, features, now: () => new Date(time) })
  runtime.rootUrl = rootUrl
  const http = await createHttp({ runtime })
  try {
    const [founder, ...others] = company.people as [Company['people'][0], ...Company['people']]
    const address = `${founder.key}@demo.example`
    const made = await createOrganization(runtime, {
      name: company.name,
      subdomain,
      owner: { full_name: founder.name, email: address, password },
      userDefaults: foundersDefaults,
    })
    const { owner } = made
    const caller = new Caller(http, new URL(made.realm_url).host)
    const account = { id: owner.user_id, name: founder.name, email: owner.email, apiKey: owner.api_key }
    const accounts = new Map([[founder.key, account]])
    const team = { company, accounts, caller, owner: account, password }
    const join = await setUpCompany(team)
    const conversation = new Conversation(team, calendar)
    await conversation.play({
      setTime: (next) => {
        time = next
      },
      atDay: async (day) => {
        for (const person of others.filter(({ joins }) => joins === day)) await join(person)
      },
    })
    time = now().getTime()
    await addPersonalThings(team, conversation, time)
    return { ...made, people: company.people.map(({ key }) => accounts.get(key)?.email as string) }
  } finally {
    await http.close()
    await runtime.stop()
  }
}

function extent({ conversations }: Company) {
  const messages = conversations.flatMap((one) => one.messages)
  const sorted = [...messages].sort(byTime)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (!first || !last) throw new Error('The demonstration has no messages')
  return [first, last] as const
}
