import type { Organization } from '#platform/organization'
import { checkCanSend } from '../../../../messages/messages/access/send.ts'
import { compose, composeContext } from '../../../../messages/messages/actions/compose.ts'
import { sendMessage } from '../../../../messages/messages/actions/send.ts'
import { markReply } from '../../actions/trigger.ts'
import { callIdOf, placeOfResponse, responseIn } from '../command-form.ts'
import { noSuchResponse } from '../errors.ts'
import * as store from '../store.ts'

/** Sends a delayed response as the bot. */
export async function respond(org: Organization, token: string, json: unknown): Promise<void> {
  const id = callIdOf(org, token)
  const call = id === undefined ? undefined : await org.db.read((tx) => store.findCall(tx, org.id, id))
  const viewer = call && org.viewer(call.bot_id)
  if (!viewer) throw noSuchResponse()
  // failed attempts count, too
  const isCounted = await org.transact(null, ({ tx, now }) => store.countResponse(tx, call.id, now))
  if (!isCounted) throw noSuchResponse()
  const response = responseIn(json)
  if (!response) return
  const outgoing = await compose(composeContext(org, viewer), {
    place: placeOfResponse(call, response),
    content: response.content,
    client: 'LoquatOutgoingWebhook',
  })
  await org.transact(viewer.id, async (mutation) => {
    await checkCanSend(mutation, outgoing)
    // bots that it mentions count it as a reply
    markReply(outgoing, 1)
    await sendMessage(mutation, outgoing)
  })
}
