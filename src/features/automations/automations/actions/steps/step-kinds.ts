import type { Step } from '../../steps/input.ts'
import { directMessage } from './direct-message.ts'
import { post } from './post.ts'
import type { StepKind } from './step-kind.ts'

type Kinds = { readonly [K in Step['kind']]: StepKind<Extract<Step, { kind: K }>> }

const kinds: Kinds = { post, direct_message: directMessage }

export const kindOf = (step: Step): StepKind<Step> => kinds[step.kind] as unknown as StepKind<Step>
