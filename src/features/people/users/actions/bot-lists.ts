import { isAdministrator, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { type Account, isManagedBot } from '../account.ts'
import { botAdded, botDeleted } from '../bot-api.ts'
import { botObject } from '../bot-serialize.ts'
import { peopleCache } from '../cache.ts'

export function botAdministrators(mutation: Mutation, ownerId: UserId | null): UserId[] {
  return mutation
    .get(peopleCache)
    .all()
    .filter((account) => account.isActive && (account.id === ownerId || isAdministrator(account)))
    .map(({ id }) => id)
}

/** New administrators get every bot. */
export function showBotsTo(mutation: Mutation, account: Account): void {
  for (const bot of mutation.get(peopleCache).all())
    if (isManagedBot(bot) && bot.botOwnerId !== account.id)
      mutation.emit(botAdded, { bot: botObject(bot) }, [account.id])
}

/** Former administrators keep only their own bots. */
export function hideBotsFrom(mutation: Mutation, account: Account): void {
  for (const bot of mutation.get(peopleCache).all())
    if (isManagedBot(bot) && bot.botOwnerId !== account.id)
      mutation.emit(botDeleted, { bot: { user_id: bot.id } }, [account.id])
}
