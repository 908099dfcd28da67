import { around, link, md, points } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { moment, spaced } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { table } from '../table.ts'
import { type EventKind, tool } from '../tool.ts'

/** Characters that HubSpot signs unencoded, even if the URL has them as `%3A`. */
const plainSigns = /%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi

const pages = table({ contact: '0-1', company: '0-2', deal: '0-3', ticket: '0-5' })
const verbs = table({
  creation: 'was created',
  deletion: 'was deleted',
  restore: 'was restored',
  merge: 'was merged',
  associationchange: 'was connected or disconnected',
})

/** Most names of HubSpot's built-in properties have no separators. */
const properties = table({
  closedate: 'close date',
  dealname: 'deal name',
  dealstage: 'deal stage',
  dealtype: 'deal type',
  firstname: 'first name',
  hs_lead_status: 'lead status',
  hs_pipeline_stage: 'pipeline stage',
  hubspot_owner_id: 'owner',
  jobtitle: 'job title',
  lastname: 'last name',
  lifecyclestage: 'lifecycle stage',
  mobilephone: 'mobile phone',
  numberofemployees: 'number of employees',
})
const propertyOf = (name: string) => properties[name] ?? spaced(name)

function shown(one: Part) {
  const [kind = '', change = ''] = one.text('subscriptionType').split('.')
  const [id, portal] = [one.text('objectId', 'primaryObjectId'), one.text('portalId')]
  const page = pages[kind]
  const url =
    page === undefined || !/^\d+$/.test(id + portal)
      ? ''
      : `https://app.hubspot.com/contacts/${portal}/record/${page}/${id}`
  const named = md`${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${link(id, url)}`
  if (change === 'propertyChange')
    return md`${named}: ${propertyOf(one.text('propertyName'))} is now **${one.text('propertyValue') || 'empty'}**`
  return md`${named} ${verbs[change.toLowerCase()] ?? spaced(change)}${around(' at ', moment(one.text('occurredAt')))}`
}

const kinds = ['contact', 'company', 'deal', 'ticket', 'product', 'line_item', 'conversation', 'object']
const event = (name: string): EventKind => ({
  about: `${name === 'object' ? 'An' : 'A'} ${spaced(name)} was created, changed, or deleted`,
  topic: () => table({ company: 'companies', conversation: 'conversations' })[name] ?? `${spaced(name)}s`,
  text: ({ payload }) => {
    const all = Array.isArray(payload.value) ? payload.list() : [payload]
    const [one] = all
    return all.length === 1 && one ? md`${shown(one)}.` : points(all, shown, 20)
  },
})

export const hubspot = tool({
  name: 'hubspot',
  displayName: 'HubSpot',
  category: 'customers',
  setup: [
    { kind: 'open', text: 'Private Apps → Webhooks' },
    { kind: 'events' },
    { kind: 'secret', text: 'Client secret' },
  ],
  documentation: 'https://developers.hubspot.com/docs/guides/api/app-management/webhooks',
  topicRule: { topic: 'the kind of object', why: 'HubSpot sends only IDs' },
  verification: hmac({
    header: 'x-hubspot-signature-v3',
    encoding: 'base64',
    time: 'x-hubspot-request-timestamp',
    signs: ({ body, url }, time) =>
      Buffer.concat([Buffer.from(`POST${url.replace(plainSigns, decodeURIComponent)}`), body, Buffer.from(time)]),
  }),
  event: ({ payload }) => payload.text('0.subscriptionType', 'subscriptionType') || 'unnamed',
  topic: () => 'HubSpot',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: Object.fromEntries(kinds.map((name) => [name, event(name)])),
})
