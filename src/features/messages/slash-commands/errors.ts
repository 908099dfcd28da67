import { apiError } from '#contract'

/** Doesn't say what uses the command: it can be an automation of a channel that the caller can't see. */
export const commandTaken = apiError(
  400,
  'COMMAND_TAKEN',
  'The command /{command} is already in use. Choose another one.',
)
