import { list, z } from '#contract'
import { maxSteps } from '../limits.ts'
import { DirectMessage, DirectMessageOut } from './direct-message-input.ts'
import { Post, PostOut } from './post-input.ts'
import { React, ReactOut } from './react-input.ts'
import { Resolve } from './resolve-input.ts'

/** A new kind of step is one more file, and a line in both lists. */
const Step = z.discriminatedUnion('kind', [Post, DirectMessage, React, Resolve])
export type Step = z.output<typeof Step>
export const Steps = list(Step, { min: 1, max: maxSteps })
export const StepOut = z.discriminatedUnion('kind', [PostOut, DirectMessageOut, ReactOut, Resolve])
/** The stored form, with a fully resolved emoji. */
export type StoredStep = z.input<typeof StepOut>
