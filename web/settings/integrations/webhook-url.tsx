import type { UserId } from '#contract'
import type { Integration } from '../../../src/features/integrations/incoming-webhooks/api.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { copy } from '../../parts/clipboard.ts'
import { i } from '../../texts/integrations.ts'
import { r } from '../../texts/running.ts'
import { hidden, SecretLine } from './secret-line.tsx'
import { hideKey, keyOf, showKey, shownKey, urlOf } from './shown-keys.ts'
import { integrationsOf } from './webhook-bots.ts'

/** The URL to enter in the tool; hidden until the user asks, but it can be copied. */
export function WebhookUrl({ bot, tool }: { bot: User; tool: Integration }) {
  const bot_id = bot.user_id as UserId
  const actions = useActions()
  const key = shownKey(bot_id)
  const isSigned = integrationsOf(bot_id).some((one) => one.name === tool.name && one.has_secret)
  return (
    <section>
      <h4 class="integration-part">{r.address}</h4>
      <SecretLine
        label={r.address}
        text={urlOf(tool.name, key ?? hidden)}
        isShown={key !== undefined}
        copy={() => actions.run('copy', async () => copy(urlOf(tool.name, await keyOf(bot_id))))}
        toggle={() =>
          key === undefined ? actions.run('show', async () => showKey(bot_id, await keyOf(bot_id))) : hideKey(bot_id)
        }
      />
      <p class="soft small">{isSigned ? r.secretSet : i.urlHelp}</p>
      <Refusal text={actions.problem('copy') || actions.problem('show')} />
    </section>
  )
}
