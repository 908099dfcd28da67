import { isAdministrator, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { Account } from '../account.ts'
import { botAdded, botDeleted } from '../bot-api.ts'
import { botObject } from '../bot-present.ts'
import { peopleMirror } from '../mirror.ts'

const isBot = ({ botType, isSystemBot }: Account) => botType !== null && !isSystemBot

export function botAdministrators(act: Act, ownerId: UserId | null): UserId[] {
  return act
    .get(peopleMirror)
    .all()
    .filter((account) => account.isActive && (account.id === ownerId || isAdministrator(account)))
    .map(({ id }) => id)
}

/** New administrators get every bot. */
export function showBotsTo(act: Act, account: Account): void {
  for (const bot of act.get(peopleMirror).all())
    if (isBot(bot) && bot.botOwnerId !== account.id) act.emit(botAdded, { bot: botObject(bot) }, [account.id])
}

/** Former administrators keep only their own bots. */
export function hideBotsFrom(act: Act, account: Account): void {
  for (const bot of act.get(peopleMirror).all())
    if (isBot(bot) && bot.botOwnerId !== account.id) act.emit(botDeleted, { bot: { user_id: bot.id } }, [account.id])
}
