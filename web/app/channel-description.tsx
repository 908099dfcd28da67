import { plainDescription } from '../feed/plain-text.ts'
import { channelOf } from '../narrow/narrow.ts'
import { channel } from '../store/channels.ts'
import { narrow } from './route.ts'

export function ChannelDescription() {
  const id = narrow.value && channelOf(narrow.value)
  const one = id === undefined ? undefined : channel(id)
  return one && <>{plainDescription(one)}</>
}
