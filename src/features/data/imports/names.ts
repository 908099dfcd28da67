import { maxChannelDescriptionLength, maxChannelNameLength, topicLimit } from '../../channels/channels/limits.ts'
import { maxUserNameLength } from '../../people/users/input.ts'

/** Invisible characters, and those that change the direction of the text. */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const inMentions = /[*`\\>"@]/g

export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const points = [...text.slice(0, 2 * most + 2)]
  return points.length <= most
    ? text
    : `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(invisible, ' ')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()

export const personName = (given: string): string =>
  cut(plain(plain(given.replace(inMentions, ' ')).replace(/\|(?=\d+$)/, ' ')), maxUserNameLength) || 'Somebody'

export const channelName = (given: string): string =>
  cut(plain(given.replace(/[*`]/g, ' ')), maxChannelNameLength) || 'channel'

export function uniqueName(name: string, isTaken: (name: string) => boolean): string {
  let unique = name
  for (let number = 2; isTaken(unique.toLowerCase()); number++) {
    const ending = ` ${number}`
    unique = `${cut(name, maxChannelNameLength - ending.length)}${ending}`
  }
  return unique
}

export const channelDescription = (given: string): string =>
  cut(given.replace(/\0/g, '').toWellFormed().trim(), maxChannelDescriptionLength)

export function topicName(given: string): string {
  const topic = plain(given)
  return cut(topic, topicLimit(topic))
}

/** Times before 1971 or in the future are replaced with `otherwise`. */
export function possibleTime(time: Date, otherwise: Date, now: Date): Date {
  const ms = time.getTime()
  return Number.isFinite(ms) && ms >= 31_536_000_000 && ms <= now.getTime() ? time : otherwise
}
