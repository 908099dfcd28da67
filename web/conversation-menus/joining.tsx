import { subscribeToChannels, unsubscribeFromChannels } from '../../src/features/channels/subscriptions/api.ts'
import { channelNarrow } from '../narrow/narrow.ts'
import { goTo, isHere } from '../navigation/route.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { canJoin } from '../permissions/channel-rights.ts'
import { channel } from '../store/channels.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

/** Subscribes to a channel. The API takes its current name instead of its id. */
export async function join(channelId: number): Promise<void> {
  const name = channel(channelId)?.name
  if (name === undefined) return
  try {
    await api.call(subscribeToChannels, { subscriptions: [{ name }] })
    toast(p.joined(name), { label: p.undo, run: () => void leave(channelId).catch(showRefusal) })
  } catch (problem) {
    showRefusal(problem)
  }
}

async function leave(channelId: number): Promise<void> {
  const name = channel(channelId)?.name
  if (name !== undefined) await api.call(unsubscribeFromChannels, { subscriptions: [name] })
}

/** Unsubscribes from a channel; asks first if the user couldn't rejoin. */
export async function askToLeave(channelId: number): Promise<void> {
  const one = channel(channelId)
  if (!one) return
  if (one.invite_only && !(canJoin(one) && one.history_public_to_subscribers)) {
    void openDialog({ title: p.leaveTitle(one.name) }, (close) => (
      <Form submit={p.leave} isDanger close={close} run={() => leaveAndGo(channelId)}>
        <p>{canJoin(one) ? p.leavePrivate : p.leaveForGood}</p>
      </Form>
    ))
    return
  }
  try {
    await leaveAndGo(channelId)
    toast(p.left(one.name), { label: p.undo, run: () => void join(channelId) })
  } catch (problem) {
    showRefusal(problem)
  }
}

async function leaveAndGo(channelId: number): Promise<void> {
  await leave(channelId)
  // leave the view if the channel is no longer visible
  if (isHere(channelNarrow(channelId)) && !channel(channelId)) goTo({ view: 'inbox' })
}
