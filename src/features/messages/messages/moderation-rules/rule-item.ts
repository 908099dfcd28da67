import { hostOfDomain } from './hosts.ts'
import { maxDomainLength, maxExtensionLength, maxWordLength } from './limits.ts'

/** The lists that conditions of rules can have. */
export type RuleItems = 'words' | 'domains' | 'extensions'

export const maxItemLengths: Readonly<Record<RuleItems, number>> = {
  words: maxWordLength,
  domains: maxDomainLength,
  extensions: maxExtensionLength,
}

/** Whether an item of a list is valid, apart from its length. */
export const isRuleItem: Readonly<Record<RuleItems, (item: string) => boolean>> = {
  words: (item) => /[\p{L}\p{N}]/u.test(item),
  domains: (item) => hostOfDomain(item) !== undefined,
  extensions: (item) => /^\.?[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*$/u.test(item),
}
