import type { Mutation, Organization } from '#platform/organization'
import { extensionPoint } from '#platform/serve'
import type { SlashCommandFacts } from './states.ts'

/** The slash commands of automations that are turned on. */
export const commandsOfAutomations = extensionPoint<[org: Organization], readonly SlashCommandFacts[]>(() => [])

/** The slash commands of outgoing webhook bots. */
export const commandsOfBots = extensionPoint<[org: Organization], readonly SlashCommandFacts[]>(() => [])

/** Names of automations' slash commands, including those of automations that are turned off. */
export const namesOfAutomations = extensionPoint<[mutation: Mutation], Promise<readonly string[]>>(async () => [])
