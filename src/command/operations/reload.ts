import type { Reloaded } from '#platform/config'
import type { Runtime } from '#platform/runtime'
import { FailedError } from '../errors.ts'

/** Makes the running server read its configuration again. */
export async function reloadServer(runtime: Runtime, _input: Record<string, never>): Promise<Reloaded> {
  if (!runtime.reload) throw new FailedError("this server can't reload its configuration")
  try {
    return await runtime.reload()
  } catch (error) {
    throw new FailedError(`nothing was changed: ${(error as Error).message}`)
  }
}
