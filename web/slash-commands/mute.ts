import type { CommandInput, SlashCommand } from '../compose/slash/slash-command.ts'
import { chosen } from '../compose/target.ts'
import { endMute, isMutedPlace, type MutablePlace, mutableName, mute as mutePlace } from '../do-not-disturb/muting.ts'
import { mutableIn } from '../do-not-disturb/opening.ts'
import { whenText } from '../do-not-disturb/times.ts'
import { conversationOfTarget, type Target } from '../narrow/target.ts'
import { narrow } from '../navigation/route.ts'
import { t } from '../texts/slash.ts'
import { isOff } from './off.ts'
import { readEnd, readWhen } from './times.ts'

/** The open conversation or channel, unless the user chose another recipient. */
function placeFor(target: Target): MutablePlace | undefined {
  const open = chosen.value ? undefined : mutableIn(narrow.value)
  const place = open ?? conversationOfTarget(target)
  // the topic doesn't have a name yet
  return !open && place?.kind === 'topic' && place.topic === '' ? channelOf(place) : place
}

const channelOf = ({ channelId }: { readonly channelId: number }): MutablePlace => ({ kind: 'channel', channelId })

const channelWords = new Set(['channel', t.channelWord.toLowerCase()])

/** Splits the input into the place to mute and the duration or end time. */
function placeAndEnd({ text, target }: CommandInput): [place: MutablePlace | undefined, end: string] {
  const place = placeFor(target)
  const [first = ''] = text.split(/\s/, 1)
  if (!channelWords.has(first.toLowerCase())) return [place, text]
  return [place && place.kind !== 'direct' ? channelOf(place) : undefined, text.slice(first.length).trim()]
}

export const mute: SlashCommand = {
  name: 'mute',
  description: t.mute,
  hint: t.muteHint(t.endExample, t.off),
  plan(typed) {
    const { now } = typed
    const [place, text] = placeAndEnd(typed)
    if (!place) return { problem: t.noMuteTarget }
    const name = mutableName(place)
    if (isOff(text))
      return isMutedPlace(place)
        ? { effect: t.willUnmute(name), run: () => endMute(place) }
        : { problem: t.notMuted(name) }
    if (text === '') return { effect: t.willMute(name), run: () => mutePlace(place, undefined) }
    const end = readEnd(text, now)
    const at = end?.before === '' ? end.at : readWhen(text, now)
    if (!at) return { problem: t.noTime(text, t.endExample) }
    if (at <= now) return { problem: t.past }
    return { effect: t.willMuteUntil(name, whenText(at, now)), run: () => mutePlace(place, at) }
  },
}
