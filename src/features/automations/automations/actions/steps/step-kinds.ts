import type { Step, StoredStep } from '../../steps/input.ts'
import { directMessage } from './direct-message.ts'
import { post } from './post.ts'
import { react } from './react.ts'
import { resolve } from './resolve.ts'
import type { StepKind } from './step-kind.ts'

type Kinds = {
  readonly [K in Step['kind']]: StepKind<Extract<Step, { kind: K }>, Extract<StoredStep, { kind: K }>>
}

const kinds: Kinds = { post, direct_message: directMessage, react, resolve }

export const kindOf = (step: Step | StoredStep): StepKind<Step, StoredStep> =>
  kinds[step.kind] as unknown as StepKind<Step, StoredStep>
