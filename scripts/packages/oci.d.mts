export function settingsIn(dockerfile: string): {
  User: string
  WorkingDir: string
  Env: string[]
  Cmd: string[]
  ExposedPorts: Record<string, object>
  Volumes: Record<string, object>
}
export function buildImage(options: {
  architecture: string
  out: string
  tarball?: string
  debianUrl?: string
}): Promise<string>
