import type { Step, StoredStep } from '../../steps/input.ts'
import { approve } from './approve.ts'
import { ask } from './ask.ts'
import { call } from './call.ts'
import { addToChannel, removeFromChannel } from './channel-membership.ts'
import { directMessage } from './direct-message.ts'
import { addToGroup, removeFromGroup } from './group-membership.ts'
import { move } from './move.ts'
import { post } from './post.ts'
import { react } from './react.ts'
import { remind } from './remind.ts'
import { resolve } from './resolve.ts'
import type { StepKind } from './step-kind.ts'
import { stopUnless } from './stop-unless.ts'
import { wait } from './wait.ts'

type Kinds = {
  readonly [K in Step['kind']]: StepKind<Extract<Step, { kind: K }>, Extract<StoredStep, { kind: K }>>
}

const kinds: Kinds = {
  post,
  direct_message: directMessage,
  react,
  resolve,
  wait,
  approve,
  ask,
  add_to_channel: addToChannel,
  remove_from_channel: removeFromChannel,
  add_to_group: addToGroup,
  remove_from_group: removeFromGroup,
  stop_unless: stopUnless,
  move,
  remind,
  call,
}

export const kindOf = (step: Step | StoredStep): StepKind<Step, StoredStep> =>
  kinds[step.kind] as unknown as StepKind<Step, StoredStep>
