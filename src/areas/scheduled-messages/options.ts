import { declareOptions, minutes, option } from '#platform/config'

export const scheduledMessageOptions = declareOptions({
  lateDeliveryMinutes: option(
    minutes(10),
    'N',
    'How late a scheduled message may still be sent, when the server was down at its time; after that it has failed.',
  ),
})
