import { type ReadonlySignal, signal } from '@preact/signals'
import { onEvents } from './connection.ts'

const count = signal<ReadonlyMap<number, number>>(new Map())

/** How many times each channel's email address was reset while this page was open. */
export const emailResets: ReadonlySignal<ReadonlyMap<number, number>> = count

onEvents((events) => {
  for (const event of events)
    if (event.type === 'channel_email') {
      const id = event.stream_id as number
      count.value = new Map([...count.value, [id, (count.value.get(id) ?? 0) + 1]])
    }
})
