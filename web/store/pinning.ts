import { pinMessage, pinTopic, unpinMessage, unpinTopic } from '../../src/features/messages/pins/api.ts'
import { api } from '../transport/api.ts'
import { messagePin, topicPin } from './pins.ts'

export type For = 'own' | 'everyone'

export const togglePinnedTopic = (channelId: number, topic: string, audience: For): Promise<unknown> =>
  api.call(topicPin(channelId, topic)[audience] ? unpinTopic : pinTopic, {
    stream_id: channelId,
    topic,
    for_everyone: audience === 'everyone',
  })

export const togglePinnedMessage = (id: number, audience: For): Promise<unknown> =>
  api.call(messagePin(id)[audience] ? unpinMessage : pinMessage, {
    message_id: id,
    for_everyone: audience === 'everyone',
  })
