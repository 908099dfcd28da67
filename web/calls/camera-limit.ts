import { ApiError } from '#contract'
import { tooManyCameras } from '../../src/features/calls/calls/api.ts'
import { toast } from '../parts/toast.ts'
import { c } from '../texts/calls.ts'

interface Devices {
  readonly audio: boolean
  readonly video: boolean
}

/** Joins again without the camera if the maximum number of cameras is already on. */
export async function withinCameraLimit<T>(
  have: Devices,
  ask: (have: Devices) => Promise<T>,
): Promise<{ joined: T; hasCamera: boolean }> {
  try {
    return { joined: await ask(have), hasCamera: have.video }
  } catch (problem) {
    if (!have.video || !(problem instanceof ApiError) || problem.code !== tooManyCameras.code) throw problem
    const joined = await ask({ ...have, video: false })
    toast(c.joinedWithoutCamera)
    return { joined, hasCamera: false }
  }
}
