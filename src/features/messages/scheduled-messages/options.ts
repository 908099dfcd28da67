import { declareOptions, minutes, option } from '#platform/config'

export const scheduledMessageOptions = declareOptions('messages', {
  lateDeliveryMinutes: option(
    minutes(10),
    'N',
    'How late a scheduled message can still be sent after the server was down, in minutes. Later ones fail.',
  ),
})
