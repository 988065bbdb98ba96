import { EngineChat } from './EngineChat';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <EngineChat id={id} />;
}
