import type { Post } from '../../steps/post-input.ts'
import { messageEffect } from './message-effect.ts'
import { checkPlace } from './place-check.ts'
import { placeOfCause } from './places.ts'
import type { StepKind } from './step-kind.ts'

export const post: StepKind<Post> = {
  canBeRolledBack: true,
  check: (mutation, step, location) => ({ step, channelsToJoin: checkPlace(mutation, step.stream_id, location) }),
  async prepare(context, { stream_id, topic, text }) {
    const place = stream_id === null ? placeOfCause(context.cause) : ({ type: 'stream', to: stream_id, topic } as const)
    return messageEffect(context, place, text)
  },
}
