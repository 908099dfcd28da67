import { asChannelId, type UserId } from '#contract'
import { type Entry, type QueueFilter, type QueueOptions, saidBy } from '#platform/events'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { messageReceived } from '../api/send.ts'
import type { MessageFacts, MessageFlag } from '../wire.ts'
import { topicOperand } from './operands.ts'
import {
  bad,
  channelsWords,
  idOperand,
  parseTerms,
  peopleOperand,
  shown,
  type Term,
  textOperand,
  wordOperand,
} from './terms.ts'

type Fits = (message: MessageFacts, flags: readonly MessageFlag[]) => boolean

interface Actor {
  readonly org: Organization
  readonly userId: UserId | null
}

/** Lets through matching messages and other events. Names are compared on arrival, so queues survive renames. */
export function queueFilter(org: Organization, userId: UserId | null, options: QueueOptions): QueueFilter | null {
  if (options.narrow.length === 0) return null
  const terms = parseTerms(options.narrow).flatMap((term) => {
    const fits = fitting(term, { org, userId })
    if (!fits) return []
    return [term.negated ? (...of: Parameters<Fits>) => !fits(...of) : fits]
  })
  return (event: Entry, { flags = [] }) => {
    const said = saidBy(messageReceived, event)
    return !said || terms.every((fits) => fits(said.message, flags as MessageFlag[]))
  }
}

const refused = ({ operator, operand }: Term) => bad(`'${operator}:${shown(operand)}' cannot narrow an event queue`)

/** Undefined for terms that don't narrow a queue. */
function fitting(term: Term, actor: Actor): Fits | undefined {
  switch (term.operator) {
    case 'channel': {
      const wanted = textOperand(term).toLowerCase()
      return ({ display_recipient: name, stream_id }) =>
        String(stream_id) === wanted || (typeof name === 'string' && name.toLowerCase() === wanted)
    }
    case 'channels':
      return inChannels(term, actor)
    case 'topic': {
      const topic = topicOperand(term).toLowerCase()
      return ({ type, subject }) => type === 'stream' && subject.toLowerCase() === topic
    }
    case 'dm': {
      const wanted = peopleOperand(term).map(isPerson(actor))
      return ({ display_recipient: people }) =>
        Array.isArray(people) &&
        wanted.every((is) => people.some(is)) &&
        people.every((one) => one.id === actor.userId || wanted.some((is) => is(one)))
    }
    case 'dm-including':
    case 'group-pm-with': {
      const wanted = peopleOperand(term).map(isPerson(actor))
      const least = term.operator === 'dm-including' ? 1 : 3
      return ({ display_recipient: people }) =>
        Array.isArray(people) && people.length >= least && wanted.every((is) => people.some(is))
    }
    case 'sender': {
      const wanted = peopleOperand(term).map(isPerson(actor))
      return ({ sender_id: id, sender_email: email }) => wanted.every((is) => is({ id, email }))
    }
    case 'id': {
      const id = idOperand(term)
      return (message) => message.id === id
    }
    case 'near':
      return () => true
    // compat: operands that events can't answer are ignored, so that newer clients can start
    case 'is':
      return queueStates.get(textOperand(term))
    case 'in':
      if (wordOperand(term, { home: 'home', all: 'all' }) === 'all') return () => true
      throw refused(term)
    default:
      throw refused(term)
  }
}

const isPerson =
  ({ userId }: Actor) =>
  (wanted: number | string) => {
    const text = String(wanted).toLowerCase()
    return ({ id, email }: { id: number; email: string }): boolean =>
      text === 'me' ? id === userId : String(id) === text || email.toLowerCase() === text
  }

function inChannels(term: Term, { org }: Actor): Fits {
  const word = wordOperand(term, channelsWords)
  const fits = ({ isPrivate, isWebPublic, isArchived }: Channel) =>
    word === 'public' ? !isPrivate : word === 'archived' ? isArchived : isWebPublic
  return ({ stream_id }) => {
    const channel = stream_id === undefined ? undefined : org.get(channelsCache).byId.get(asChannelId(stream_id))
    return channel !== undefined && fits(channel)
  }
}

const resolved: Fits = ({ type, subject }) => type === 'stream' && subject.startsWith('✔ ')
const direct: Fits = ({ type }) => type === 'private'

/** By the operand of `is`. */
const queueStates: ReadonlyMap<string, Fits> = new Map([
  ['dm', direct],
  ['private', direct],
  ['starred', (_, flags) => flags.includes('starred')],
  ['mentioned', (_, flags) => flags.some((flag) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned'))],
  ['alerted', (_, flags) => flags.includes('has_alert_word')],
  ['unread', (_, flags) => !flags.includes('read')],
  ['resolved', resolved],
])
