import { z } from '#contract'

/** Runs when another service posts JSON to the automation's own address. */
export const WebhookTrigger = z.object({ kind: z.literal('webhook') })
