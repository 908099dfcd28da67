import { shortened } from '#contract'
import { maxChannelDescriptionLength, maxChannelNameLength, topicLimit } from '../../channels/channels/limits.ts'
import { maxUserNameLength } from '../../people/users/input.ts'

/** Invisible characters, and those that change the direction of the text. */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const inMentions = /[*`\\>"@]/g

const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(invisible, ' ')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()

export const personName = (given: string): string =>
  shortened(plain(plain(given.replace(inMentions, ' ')).replace(/\|(?=\d+$)/, ' ')), maxUserNameLength) ||
  'Unknown user'

export const channelName = (given: string): string =>
  shortened(plain(given.replace(/[*`]/g, ' ')), maxChannelNameLength) || 'channel'

export function uniqueName(name: string, isTaken: (name: string) => boolean): string {
  let unique = name
  for (let number = 2; isTaken(unique.toLowerCase()); number++) {
    const ending = ` ${number}`
    unique = `${shortened(name, maxChannelNameLength - ending.length)}${ending}`
  }
  return unique
}

export const channelDescription = (given: string): string =>
  shortened(given.replace(/\0/g, '').toWellFormed().trim(), maxChannelDescriptionLength)

export function topicName(given: string): string {
  const topic = plain(given)
  return shortened(topic, topicLimit(topic))
}

/** Times before 1971 or in the future are replaced with `otherwise`. */
export function possibleTime(time: Date, otherwise: Date, now: Date): Date {
  const ms = time.getTime()
  return Number.isFinite(ms) && ms >= 31_536_000_000 && ms <= now.getTime() ? time : otherwise
}
