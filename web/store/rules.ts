import { computed } from '@preact/signals'
import { type Acceptance, mustAcceptRules } from '../../src/features/people/community-rules/rules.ts'
import { part } from './connection.ts'

const own = part<Acceptance | undefined>('community_rules')

/** Whether the user has to accept the community rules. */
export const mustAccept = computed(() => own.value !== undefined && mustAcceptRules(own.value))
/** The current version; 0 without rules. */
export const currentRules = computed(() => own.value?.version ?? 0)
