import { defaultProfile, type Profile } from './profile.ts'

const byFormat = new Map<string, Profile>()

/** The register's defaults, with a workspace's form of ids, which are what they are. */
export function plainProfile(own: Profile): Profile {
  const format = own['id-format']
  const known = byFormat.get(format) ?? { ...defaultProfile, 'id-format': format }
  byFormat.set(format, known)
  return known
}
