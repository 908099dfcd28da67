import { botTypes } from '#contract'
import type { Bot } from '../../../src/features/people/users/bot-wire.ts'
import { canAdministerBot } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { oneself } from '../../permissions/rights.ts'
import { part } from '../../store/connection.ts'
import { people } from '../../store/people.ts'
import { inOrder } from '../people/user-order.ts'

const details = part<Bot[] | undefined>('realm_bots')

export const isWebhook = ({ bot_type }: User): boolean =>
  bot_type === botTypes.incomingWebhook || bot_type === botTypes.outgoingWebhook

/** Whether the user can change the bot. */
export const isOurs = ({ bot_owner_id }: User): boolean => canAdministerBot(oneself(), { botOwnerId: bot_owner_id })

const botsOfType = (type: number): User[] =>
  inOrder(
    [...people.value.values()].filter((one) => one.is_active && one.bot_type === type && isOurs(one)),
    'name',
  )

export const ownWebhookBots = (): User[] => botsOfType(botTypes.incomingWebhook)
export const ownOutgoingBots = (): User[] => botsOfType(botTypes.outgoingWebhook)

export type BotIntegration = Bot['integrations'][number]

/** What only the bot's administrators can see. */
export const botDetails = (id: number): Bot | undefined => details.value?.find(({ user_id }) => user_id === id)

export const integrationsOf = (id: number): readonly BotIntegration[] => botDetails(id)?.integrations ?? []
