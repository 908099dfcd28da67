import { list, z } from '#contract'
import { maxSteps } from '../limits.ts'
import { Approve, ApproveOut } from './approve-input.ts'
import { Ask, AskOut } from './ask-input.ts'
import { Call, CallOut } from './call-input.ts'
import { DirectMessage, DirectMessageOut } from './direct-message-input.ts'
import {
  AddToChannel,
  AddToChannelOut,
  AddToGroup,
  AddToGroupOut,
  RemoveFromChannel,
  RemoveFromChannelOut,
  RemoveFromGroup,
  RemoveFromGroupOut,
} from './membership-input.ts'
import { Move, MoveOut } from './move-input.ts'
import { Post, PostOut } from './post-input.ts'
import { React, ReactOut } from './react-input.ts'
import { Remind, RemindOut } from './remind-input.ts'
import { Resolve } from './resolve-input.ts'
import { StopUnless, StopUnlessOut } from './stop-unless-input.ts'
import { Wait } from './wait-input.ts'

/** A new kind of step is one more file, and a line in both lists. */
const Step = z.discriminatedUnion('kind', [
  Post,
  DirectMessage,
  React,
  Resolve,
  Wait,
  Approve,
  Ask,
  AddToChannel,
  RemoveFromChannel,
  AddToGroup,
  RemoveFromGroup,
  StopUnless,
  Move,
  Remind,
  Call,
])
export type Step = z.output<typeof Step>
export const Steps = list(Step, { min: 1, max: maxSteps })
export const StepOut = z.discriminatedUnion('kind', [
  PostOut,
  DirectMessageOut,
  ReactOut,
  Resolve,
  Wait,
  ApproveOut,
  AskOut,
  AddToChannelOut,
  RemoveFromChannelOut,
  AddToGroupOut,
  RemoveFromGroupOut,
  StopUnlessOut,
  MoveOut,
  RemindOut,
  CallOut,
])
/** The stored form, with a fully resolved emoji. */
export type StoredStep = z.input<typeof StepOut>
