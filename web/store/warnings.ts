import { computed } from '@preact/signals'
import type { OwnWarning } from '../../src/features/messages/moderation/wire.ts'
import { part } from './connection.ts'

const own = part<readonly OwnWarning[] | undefined>('own_warnings')

/** Warnings from moderators that the user hasn't acknowledged, oldest first. */
export const pendingWarnings = computed(() => own.value ?? [])
