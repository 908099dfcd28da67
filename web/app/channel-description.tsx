import { plainDescription } from '../content/plain-text.ts'
import { channelOf } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { channel } from '../store/channels.ts'

export function ChannelDescription() {
  const id = narrow.value && channelOf(narrow.value)
  const one = id === undefined ? undefined : channel(id)
  return one && <>{plainDescription(one)}</>
}
