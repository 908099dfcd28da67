import { decodeOperand } from '#contract'
import {
  type DirectoryRoute,
  hashOfDirectory,
  isDirectory,
  isDirectoryHead,
  parseDirectory,
} from './directory-addresses.ts'
import { encodeOperand } from './encoding.ts'
import type { Narrow, Term } from './narrow.ts'
import { hashOfSettings, isSettings, isSettingsHead, parseSettings, type SettingsRoute } from './settings-addresses.ts'

/** Routes in URL hashes, in the format of all clients of the API: IDs followed by the name as a hint. */
export type Route =
  | { readonly view: 'narrow'; readonly narrow: Narrow; readonly near?: number }
  | { readonly view: 'topics'; readonly channelId: number }
  | DirectoryRoute
  | SettingsRoute
  /** `unknown`: a message link that can't be parsed. */
  | {
      readonly view:
        | 'home'
        | 'feed'
        | 'inbox'
        | 'recent'
        | 'catch-up'
        | 'drafts'
        | 'scheduled'
        | 'reminders'
        | 'unknown'
    }

export interface Names {
  channelName(id: number): string | undefined
  channelByName(name: string): number | undefined
  groupName?(id: number): string | undefined
  ownId(): number
}

const olderNames: Record<string, string> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
  from: 'sender',
}

const operators = new Set([
  ...['channel', 'channels', 'topic', 'dm', 'dm-including', 'sender', 'mentions', 'search'],
  ...['is', 'has', 'in', 'near', 'with', 'id', 'date'],
])

const views: Record<string, Route> = {
  '': { view: 'home' },
  inbox: { view: 'inbox' },
  recent: { view: 'recent' },
  'catch-up': { view: 'catch-up' },
  recent_topics: { view: 'recent' },
  feed: { view: 'feed' },
  drafts: { view: 'drafts' },
  scheduled: { view: 'scheduled' },
  reminders: { view: 'reminders' },
  all_messages: { view: 'feed' },
}

/** Parses a URL hash; undefined if it's invalid. */
export function parseHash(hash: string, names: Names): Route | undefined {
  // some browsers return the hash already percent-decoded, hence the dots
  const [head = '', ...parts] = hash.replace(/^#/, '').split('/')
  if (isDirectoryHead(head)) return parseDirectory(head, parts)
  if (isSettingsHead(head)) return parseSettings(head, parts)
  if (parts.length === 0 || parts.join('') === '') return Object.hasOwn(views, head) ? views[head] : undefined
  if (head === 'topics') return parseTopics(parts, names)
  return head === 'narrow' ? (parseNarrow(parts, names) ?? { view: 'unknown' }) : undefined
}

function parseTopics([word, channel = '', ...more]: readonly string[], names: Names): Route {
  if (word !== 'channel' && word !== 'stream') return { view: 'unknown' }
  if (more.join('') !== '') return parseNarrow([word, channel, ...more], names) ?? { view: 'unknown' }
  const text = decodeOperand(channel)
  const channelId = text === undefined ? undefined : channelOperand(text, names)
  return channelId === undefined ? { view: 'unknown' } : { view: 'topics', channelId }
}

function parseNarrow(parts: readonly string[], names: Names): Route | undefined {
  const narrow: Term[] = []
  let near: number | undefined
  for (let index = 0; index < parts.length; index += 2) {
    const word = parts[index] as string
    if (word === '') break
    const negated = word.startsWith('-')
    const name = negated ? word.slice(1) : word
    const operator = Object.hasOwn(olderNames, name) ? (olderNames[name] as string) : name
    if (!operators.has(operator)) return undefined
    const text = decodeOperand(parts[index + 1] ?? '')
    if (text === undefined || (text === '' && operator !== 'topic')) return undefined
    if (operator === 'near') {
      if (!/^\d+$/.test(text)) return undefined
      near = Number(text)
      continue
    }
    const operand = operandOf(operator, text, names)
    if (operand === undefined) return undefined
    narrow.push({ operator, operand, ...(negated ? { negated } : {}) })
  }
  return { view: 'narrow', narrow, ...(near === undefined ? {} : { near }) }
}

function operandOf(operator: string, text: string, names: Names): Term['operand'] | undefined {
  switch (operator) {
    case 'channel':
      return channelOperand(text, names)
    case 'dm':
    case 'dm-including': {
      const ids = /^\d+(,\d+)*/.exec(text)?.[0].split(',').map(Number)
      if (!ids) return undefined
      const others = [...new Set(ids)].filter((id) => id !== names.ownId()).sort((a, b) => a - b)
      return others.length > 0 ? others : [names.ownId()]
    }
    case 'sender':
      if (text === 'me') return names.ownId()
      return /^\d+(-|$)/.test(text) ? Number.parseInt(text, 10) : text
    case 'is':
      return text === 'private' ? 'dm' : text
    case 'with':
    case 'id':
      return /^\d+$/.test(text) ? Number(text) : undefined
    default:
      return text
  }
}

/** An ID with a name hint, an unknown ID, or, in old addresses, a name. */
function channelOperand(text: string, names: Names): number | undefined {
  const id = /^(\d+)(-|$)/.exec(text)?.[1]
  if (id !== undefined && names.channelName(Number(id)) !== undefined) return Number(id)
  return names.channelByName(text) ?? (id === undefined ? undefined : Number(id))
}

export function hashOf(route: Route, names: Names): string {
  if (route.view === 'home' || route.view === 'unknown') return '#'
  if (route.view === 'topics')
    return `#topics/channel/${encodeOperand(shownOperand({ operator: 'channel', operand: route.channelId }, names))}`
  if (isDirectory(route)) return hashOfDirectory(route, names)
  if (isSettings(route)) return hashOfSettings(route)
  if (route.view !== 'narrow') return `#${route.view}`
  if (route.narrow.length === 0 && route.near === undefined) return '#feed'
  const parts = route.narrow.flatMap((term) => [
    `${term.negated ? '-' : ''}${term.operator}`,
    encodeOperand(shownOperand(term, names)),
  ])
  return `#narrow/${[...parts, ...(route.near === undefined ? [] : ['near', String(route.near)])].join('/')}`
}

function shownOperand({ operator, operand }: Term, names: Names): string {
  if (operator === 'channel' && typeof operand === 'number') {
    const name = names.channelName(operand)
    return name === undefined ? String(operand) : `${operand}-${name.replaceAll(' ', '-')}`
  }
  if (Array.isArray(operand)) return `${operand.join()}-${operand.length > 1 ? 'group' : 'dm'}`
  return String(operand)
}
