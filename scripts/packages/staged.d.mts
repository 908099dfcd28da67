export const hostArchitecture: string | undefined
export function stage(folder: string, options: { architecture: string; tarball?: string }): Promise<void>
