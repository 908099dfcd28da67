import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { heldBy, hold } from '../../../../../test/harness/held.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { sendMessage } from '../api/send.ts'
import type { Message } from '../wire.ts'
import * as api from './api.ts'

test.afterEach(({ server }) => server.clock.release())

const post = (content: string) => ({ type: 'channel', to: 'general', topic: 'looms', content }) as const
const direct = ({ id }: Person) => ({ type: 'direct' as const, to: [id], content: 'Hi' })

test('direct messages, private channels, and moderators’ messages aren’t held', async ({ ada, ben, cleo, momo }) => {
  const secret = await makeChannel(ada.org, 'council', [ada, ben], { invite_only: true })
  await hold(ada)
  await ben.call(sendMessage, direct(cleo))
  await ben.call(sendMessage, { ...post('Hi'), to: secret })
  await momo.call(sendMessage, post('Hi'))
})

test('a rejected message reveals no private channels or hidden people', async ({ ada, ben, cleo, momo }) => {
  await makeChannel(ada.org, 'council', [ada, momo], { invite_only: true })
  await hold(ada)
  const held_id = await heldBy(ben, `#**council** @**${cleo.name}** \`\`\`\n@**${momo.name}**`)
  const watch = await ben.register('message')
  await momo.call(api.rejectHeldMessage, { held_id, reason: 'See #**council**' })
  const [notice] = await watch.of('message')
  const content = (notice?.message as Message | undefined)?.content ?? ''
  assert.match(content, /See #\*\*council\*\*/)
  assert.doesNotMatch(content, /data-stream-id|data-user-id/)
})

test('moderators get one notice when messages start to wait', async ({ ada, ben, cleo, momo }) => {
  const channel = await makeChannel(ada.org, 'requests', [ada, momo], { invite_only: true })
  await ada.call(updateOrganization, { moderation_request_channel_id: channel })
  await hold(ada)
  const watch = await momo.register('message')
  await heldBy(ben, '1')
  await heldBy(cleo, '2')
  await ada.sends('Last', { channel, topic: 'x' })
  const notices = (await watch.of('message')).map(({ message }) => (message as Message).content)
  assert.equal(notices.filter((text) => /waiting for a moderator/.test(text)).length, 1)
})
