import { setTimeout as pause } from 'node:timers/promises'
import { assert, type Person } from '#test'
import { raw } from '../../../../test/harness/files.ts'
import * as api from './api.ts'

export function untar(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; at < bytes.length; ) {
    const header = Buffer.from(bytes.subarray(at, at + 512))
    if (header.every((byte) => byte === 0)) break
    const octal = (from: number, length: number) =>
      Number.parseInt(
        header
          .subarray(from, from + length)
          .toString()
          .replace(/\0.*$/, ''),
        8,
      )
    const [size, sum] = [octal(124, 12), octal(148, 8)]
    header.fill(' ', 148, 156)
    assert.equal(
      header.reduce((total, byte) => total + byte, 0),
      sum,
    )
    assert.equal(header.subarray(257, 263).toString(), 'ustar\0')
    files.set(header.subarray(0, 100).toString().replace(/\0.*$/, ''), bytes.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

export const jsonOf = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)?.toString() ?? 'null')

/** Runs the background work until no export of the organization is pending. */
export async function settled(person: Person): Promise<api.RealmExport[]> {
  for (;;) {
    await person.server.runtime.timer.wake().catch(() => {})
    const { exports } = await person.call(api.getRealmExports)
    if (!exports.some(({ pending }) => pending)) return exports
    await pause(20)
  }
}

export const download = (person: Person, url: string) => raw(person.server, person.org, new URL(url).pathname)
