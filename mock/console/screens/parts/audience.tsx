// Which keys see something, and why the others do not.
import { Loaded } from '../../kit/parts.tsx'
import { hrefHere } from '../../routes.ts'
import { useControl } from '../../state/reads.ts'

export function Audience({ ws, id }: { ws: string; id: string }) {
  const read = useControl('readAudience', { path: { workspace_id: ws, resource_id: id } }, [
    'keys',
    'people',
    'agents',
    'tasks',
    'control',
  ])
  return (
    <Loaded read={read}>
      {({ data, operation }) => (
        <table class="table plain">
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">
                Sees it <span class="muted mono">{operation}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ key, person, sees, status, why }) => (
              <tr key={key}>
                <th scope="row">
                  <a href={hrefHere({ as: key })}>{key}</a> <span class="muted small">{person}</span>
                </th>
                <td>
                  {sees ? (
                    <span class="tag">sees it</span>
                  ) : (
                    <span class="stack tight">
                      <span>
                        <span class="tag amber">{status}</span>
                      </span>{' '}
                      <span class="muted small">{why}</span>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Loaded>
  )
}
