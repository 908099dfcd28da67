import type { ParamsInput } from '#contract'
import { assert, test } from '#test'
import { communityWaitingDays, newcomerPresets } from '../../../people/organization/preset-limits.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { type ComposeContext, compose, composeContext } from '../actions/compose.ts'
import type { Outgoing } from '../actions/send.ts'
import { sendMessage } from '../api/send.ts'
import { brokenRule, checkedMessage } from '../moderation-rules/access.ts'
import { createModerationRule } from '../moderation-rules/api.ts'
import { ordinaryTexts } from '../moderation-rules/fixture.ts'
import { checkAmounts } from './access.ts'

const isAddress = (word: string) => /:\/\/|@|\.example/.test(word)
const maxTopic = 60

test('the preset for communities and rules for links don’t stop 10,000 ordinary texts', async ({
  ada,
  ben,
  society,
}) => {
  const { org } = society
  await ada.call(updateOrganization, { ...newcomerPresets.community, waiting_period_threshold: communityWaitingDays })
  const rules = [
    { kind: 'links', mode: 'only', domains: ['loom.example'] },
    { kind: 'links', mode: 'never', domains: ['evil.example', 'x.co'] },
  ] as ParamsInput<typeof createModerationRule.params>['condition'][]
  for (const condition of rules)
    await ada.call(createModerationRule, { name: 'Links', condition, applies_to: 'new_members', action: 'refuse' })
  const viewer = org.viewer(ben.id)
  assert.ok(viewer)
  const context: ComposeContext = composeContext(org, viewer)
  const texts = ordinaryTexts((word) => !isAddress(word))
  assert.ok(texts.length >= 10_000)
  const composed = async (content: string): Promise<Outgoing> => {
    const topic = [...content.replaceAll('\n', ' ')].slice(0, maxTopic).join('')
    return compose(context, { place: { type: 'channel', to: 'general', topic }, content, client: 'test' })
  }
  const messages: Outgoing[] = []
  for (const text of texts) messages.push(await composed(text))
  const tooMany = await composed('a.example.com, b.example.com, c.example.com')
  const stopped = await org.transact(ben.id, async (mutation) => {
    const found: string[] = []
    for (const message of [...messages, tooMany]) {
      const isRefused = await checkAmounts(mutation, ben.id, message).then(
        () => false,
        () => true,
      )
      if (isRefused || (await brokenRule(mutation, checkedMessage(message)))) found.push(message.content)
    }
    return found
  })
  assert.deepEqual(stopped, [tooMany.content])
  // links to allowed sites, within the limit; the first message waits for a moderator
  const post = { type: 'channel', to: 'general', topic: 'looms' } as const
  const first = await ben.refused(sendMessage, { ...post, content: 'See https://loom.example/a and loom.example/b' })
  assert.equal(first.code, 'MESSAGE_HELD')
})
