import { FlightList, usePluginSession } from 'elicitkit';
import { ElicitDialog } from 'elicitkit/dialog';
import type { Flight } from 'elicitkit/travel';

export function PickInDialog({ flights }: { flights: readonly Flight[] }) {
  const { items } = usePluginSession();
  const item = items.find(({ status, aside }) => status === 'pending' && !aside);
  if (item?.status !== 'pending') return null;
  return (
    <ElicitDialog
      title="Book a flight"
      message={item.message}
      onAside={() => item.setAside(true)}
      onCancel={item.cancel}
    >
      <FlightList flights={flights} onRespond={item.accept} />
    </ElicitDialog>
  );
}
