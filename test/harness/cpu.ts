/**
 * CPU time in milliseconds that the whole process spends during some work: unlike wall time, it hardly depends on how
 * busy the machine is.
 */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
