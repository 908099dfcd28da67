import { computed } from '@preact/signals'
import { type Acceptance, mustAcceptRules } from '../../src/features/people/community-rules/rules.ts'
import { part } from './connection.ts'

const own = part<Acceptance | undefined>('community_rules')

/** Whether the user has to accept the community rules. */
export const mustAccept = computed(() => own.value && mustAcceptRules(own.value))
