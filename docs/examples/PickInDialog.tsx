import { ElicitDialog, FlightList, usePluginSession } from 'elicitkit';
import type { Flight } from 'elicitkit/travel';

export function PickInDialog({ flights }: { flights: readonly Flight[] }) {
  const { items } = usePluginSession();
  const item = items.find(({ status }) => status === 'pending');
  if (item?.status !== 'pending') return null;
  return (
    <ElicitDialog title="Pick a flight" message={item.message} onCancel={item.cancel}>
      <FlightList flights={flights} onRespond={item.accept} />
    </ElicitDialog>
  );
}
