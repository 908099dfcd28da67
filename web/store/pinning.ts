import { pinMessage, pinTopic, unpinMessage, unpinTopic } from '../../src/features/messages/pins/api.ts'
import { api } from '../transport/api.ts'
import { messagePin, topicPin } from './pins.ts'

export type For = 'own' | 'everyone'

export const togglePinnedTopic = (channelId: number, topic: string, whom: For): Promise<unknown> =>
  api.call(topicPin(channelId, topic)[whom] ? unpinTopic : pinTopic, {
    stream_id: channelId,
    topic,
    for_everyone: whom === 'everyone',
  })

export const togglePinnedMessage = (id: number, whom: For): Promise<unknown> =>
  api.call(messagePin(id)[whom] ? unpinMessage : pinMessage, { message_id: id, for_everyone: whom === 'everyone' })
